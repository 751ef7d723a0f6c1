import { addressOf } from "./links.mjs";

const START = ["docs/start.md", "docs/start-tool-author.md", "docs/start-agent-user.md", "docs/start-framework-user.md", "docs/start-surface-author.md"];
const MACHINES = ["docs/ask-with-render-ack.md", "docs/todo-attempt-guard.md", "docs/instruction-ack.md", "docs/verify-retry-escalate.md"];
const SYMPTOMS = "docs/symptoms/";
const UNDERNEATH = ["docs/journal.md", "docs/charts.md", "docs/reliability.md", "docs/security.md", "docs/errors.md", "docs/comparison.md", "docs/versions.md", "docs/hosts.md"];

/** The configuration of VitePress, with everything in it that only the pages know. */
export function configText({ pages, reference, titleOf }) {
  const all = [...pages].filter((page) => page.startsWith("docs/"));
  const has = (page) => pages.has(page);
  const item = (page) => ({ text: titleOf(page), link: page === "docs/README.md" ? "/contents" : addressOf(page) });
  const group = (text, list, collapsed = false) => ({ text, collapsed, items: list.filter(has).map(item) });
  const listed = new Set([...START, ...MACHINES, ...UNDERNEATH, "docs/README.md"]);
  const isOther = (page) => !listed.has(page) && page.split("/").length === 2;
  const sidebar = [
    group("Getting started", START),
    group("When something is wrong", all.filter((page) => page.startsWith(SYMPTOMS))),
    group("The machines", MACHINES),
    group("Places and adapters", all.filter(isOther)),
    group("Examples", [...pages].filter((page) => page.startsWith("examples/")), true),
    { text: "API reference", collapsed: true, items: reference.map(({ name, title }) => ({ text: title, link: `/reference/${name}` })) },
    group("Underneath", ["docs/README.md", ...UNDERNEATH]),
    { text: "Decisions", link: "/decisions/" },
  ];
  const config = {
    title: "Readback",
    description: "Retry and acknowledge state machines for people who build agent tooling",
    cleanUrls: false,
    lastUpdated: false,
    head: [["meta", { name: "referrer", content: "no-referrer" }]],
    themeConfig: { sidebar, outline: [2, 3], search: { provider: "local" }, nav: [{ text: "Start", link: "/start" }, { text: "Contents", link: "/contents" }] },
  };
  return `import { anchorOf } from ${JSON.stringify(new URL("anchor.mjs", import.meta.url).href)};
const config = ${JSON.stringify(config, null, 2)};
// A dead link fails the build, and nothing in a page is HTML.
export default { ...config, markdown: { html: false, anchor: { slugify: anchorOf } } };
`;
}
