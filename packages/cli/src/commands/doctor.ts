import { defineCommand, dirFlag, jsonFlag } from "../command.js";

export const doctor = defineCommand({
  name: "doctor",
  summary: "Check whether the todo guard can fire in this project",
  flags: {
    restate: {
      type: "string",
      value: "url",
      summary: "Check a Restate cluster instead, by the address of its admin port",
    },
    ...dirFlag,
    ...jsonFlag,
  },
  details: "The exit code is 1 when something is broken.",
  async run(values) {
    if (values.restate !== undefined) {
      const { runClusterDoctor } = await import("../doctor/restate-doctor.js");
      return runClusterDoctor(values.restate, values);
    }
    const { runDoctor } = await import("../doctor/doctor.js");
    return runDoctor(values);
  },
});
