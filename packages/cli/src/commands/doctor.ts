import { defineCommand, dirFlag, jsonFlag } from "../command.js";

export const doctor = defineCommand({
  name: "doctor",
  summary: "Check whether the todo guard can fire in this project",
  flags: { ...dirFlag, ...jsonFlag },
  details: "The exit code is 1 when something is broken.",
  async run(values) {
    const { runDoctor } = await import("../doctor/doctor.js");
    return runDoctor(values);
  },
});
