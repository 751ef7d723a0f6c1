import { addressOf } from "./links.mjs";

const START = [
  "docs/start.md",
  "docs/start-tool-author.md",
  "docs/start-agent-user.md",
  "docs/start-framework-user.md",
  "docs/start-surface-author.md",
];
const MACHINES = [
  "docs/ask-with-render-ack.md",
  "docs/todo-attempt-guard.md",
  "docs/instruction-ack.md",
  "docs/verify-retry-escalate.md",
];
const SYMPTOMS = "docs/symptoms/";
const UNDERNEATH = [
  "docs/journal.md",
  "docs/charts.md",
  "docs/reliability.md",
  "docs/security.md",
  "docs/errors.md",
  "docs/comparison.md",
  "docs/versions.md",
  "docs/hosts.md",
];

/** A picture in the address, so that a browser asks for no other one. */
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6" fill="none" stroke="#3451b2" stroke-width="2"/><path d="m5 8 2 2 4-4" fill="none" stroke="#3451b2" stroke-width="2"/></svg>')}`;

/** The configuration of VitePress, with everything in it that only the pages know. */
export function configText({ pages, reference, titleOf }) {
  const all = [...pages].filter((page) => page.startsWith("docs/"));
  const has = (page) => pages.has(page);
  const item = (page) => ({ text: titleOf(page), link: addressOf(page) });
  const group = (text, list, collapsed = false) => ({
    text,
    collapsed,
    items: list.filter(has).map(item),
  });
  const listed = new Set([...START, ...MACHINES, ...UNDERNEATH, "docs/README.md"]);
  const isOther = (page) => !listed.has(page) && page.split("/").length === 2;
  const sidebar = [
    group("Getting started", START),
    group(
      "When something is wrong",
      all.filter((page) => page.startsWith(SYMPTOMS)),
    ),
    group("The machines", MACHINES),
    group("Places and adapters", all.filter(isOther)),
    group(
      "Examples",
      [...pages].filter((page) => page.startsWith("examples/")),
      true,
    ),
    {
      text: "API reference",
      collapsed: true,
      items: reference.map(({ name, title }) => ({ text: title, link: `/reference/${name}` })),
    },
    group("Underneath", ["docs/README.md", ...UNDERNEATH]),
    { text: "Decisions", link: "/decisions/" },
  ];
  const config = {
    title: "Readback",
    description: "Retry and acknowledge state machines for people who build agent tooling",
    cleanUrls: false,
    lastUpdated: false,
    head: [
      ["meta", { name: "referrer", content: "no-referrer" }],
      ["link", { rel: "icon", href: ICON }],
    ],
    themeConfig: {
      sidebar,
      outline: [2, 3],
      nav: [
        { text: "Start", link: "/start" },
        { text: "Contents", link: "/contents" },
      ],
    },
  };
  return `import { anchorOf } from ${JSON.stringify(new URL("anchor.mjs", import.meta.url).href)};
const config = ${JSON.stringify(config, null, 2)};
// Who searches wants a guide first: the reference and the decisions hold every word, too.
const boostDocument = (id) => (id.includes("/reference/") ? 0.2 : id.includes("/decisions/") ? 0.3 : 1);
const search = { provider: "local", options: { miniSearch: { searchOptions: { boostDocument } } } };
// A dead link fails the build, and nothing in a page is HTML.
export default { ...config, themeConfig: { ...config.themeConfig, search }, markdown: { html: false, anchor: { slugify: anchorOf } } };
`;
}
