// The verification: exit code 0 passes, and what it prints is for the next attempt.
const { slug } = await import(`./slug.mjs?${Date.now()}`);
const got = slug("A B");
if (got !== "a-b") {
  console.error(`error: slug("A B") must be "a-b", got "${got}"`);
  process.exit(1);
}
