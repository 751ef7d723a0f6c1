/**
 * CPU time this process has used, in milliseconds, its garbage collector's threads included. Unlike
 * the time on the wall it does not grow while other programs have the processor.
 */
export function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
