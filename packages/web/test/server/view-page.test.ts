import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { viewPage } from "../../src/server/view-page.js";

const KEY = "CiU6Yh7Qz0tVn3dGk1xW9aBfLrEoPsMj2HuK8vT4yNc";

it("is one file of less than 15 kB gzip that needs nothing from any network", () => {
  const html = viewPage(KEY, "0.1.0");
  expect(gzipSync(html).length).toBeLessThan(15_000);
  expect(html).not.toMatch(/\b(?:src|href)=/);
  expect(html).not.toMatch(/\bfetch\(|XMLHttpRequest|WebSocket|import\(/);
});

it("cannot be left by what is put into it", () => {
  const html = viewPage("</script><script>alert(1)</script>", "0.1.0");
  expect(html.match(/<script/g)).toHaveLength(2);
});
