import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import wabt from "wabt";
import { shortLivedSha256 } from "../src/digest.js";
import { DIGEST_WASM } from "../src/digest-wasm.js";
import { PrefixSum } from "../src/prefix-sum.js";

describe("The digests for short lives", () => {
  test("are what digest.wat says", async () => {
    const source = new URL("../src/digest.wat", import.meta.url);
    const { parseWat } = await wabt();
    const { buffer } = parseWat("digest.wat", readFileSync(source, "utf8")).toBinary({});
    expect(Buffer.from(buffer).toString("base64")).toBe(DIGEST_WASM);
  });

  const lengths = fc.oneof(fc.nat(300), fc.constantFrom(262_134, 262_135, 262_136, 300_000));

  test.prop([fc.string({ unit: "binary", maxLength: 300 }), lengths])(
    "are Node's own SHA-256 of any text",
    (start, length) => {
      const text = start + "x".repeat(length);
      expect(shortLivedSha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
    },
  );

  test.prop([fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.nat(40_000), fc.nat(80_000)], {
    numRuns: 50,
  })("give a checksum that does not depend on how the bytes came", (pattern, first, length) => {
    const bytes = Buffer.alloc(length, pattern);
    const piecemeal = new PrefixSum();
    // Little by little it is worked out in JavaScript, at once in WebAssembly.
    for (let at = 0; at < length; at += 1_000) piecemeal.add(bytes.subarray(at, at + 1_000));
    const atOnce = new PrefixSum();
    atOnce.add(bytes.subarray(0, first));
    atOnce.add(bytes.subarray(first));
    expect(atOnce.value).toBe(piecemeal.value);
    expect(atOnce.length).toBe(length);
  });

  test.prop([fc.uint8Array({ minLength: 1, maxLength: 3_000 }), fc.nat(), fc.nat()])(
    "tell whether the beginning is what it was, wherever the bytes are split",
    (data, upTo, split) => {
      const bytes = Buffer.from(data);
      const p = upTo % (bytes.length + 1);
      const known = new PrefixSum();
      known.add(bytes.subarray(0, p));
      const changed = Buffer.from(bytes);
      changed[0] = (bytes[0] as number) ^ 1;
      for (const [read, isSame] of [
        [bytes, true],
        [changed, p === 0],
      ] as const) {
        const sum = new PrefixSum();
        sum.expect({ p, s: known.value });
        const at = split % (read.length + 1);
        sum.add(read.subarray(0, at));
        if (at < p) expect(sum.isAsExpected).toBeUndefined();
        sum.add(read.subarray(at));
        expect(sum.isAsExpected).toBe(isSame);
      }
    },
  );
});
