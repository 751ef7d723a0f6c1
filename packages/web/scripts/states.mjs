// Every kind of question and every state of the page, for screenshots and for accessibility tests.

let made = 0;

/** A request as core would send it. */
function request(questions, rest = {}) {
  made += 1;
  return {
    requestId: `shown-${made}.1`,
    askId: `ask-${made}`,
    session: "default",
    from: "Release agent",
    title: null,
    attempt: 1,
    maxRetries: 3,
    notice: null,
    questions: questions.map((question, index) => ({
      id: `q${index + 1}`,
      type: "text",
      options: [],
      required: true,
      custom: false,
      ...question,
    })),
    ...rest,
  };
}

const text = {
  question: "What should the release notes say about the new importer?",
  placeholder: "One or two sentences",
};
const region = {
  header: "Region",
  question: "Where should this run first?",
  type: "select",
  custom: true,
  options: [
    { label: "Europe", description: "Frankfurt, lowest latency for most of our users" },
    { label: "United States", description: "Virginia" },
    { label: "Everywhere at once" },
  ],
};
const checks = {
  header: "Checks",
  question: "Which checks should I run before that?",
  type: "multi-select",
  custom: true,
  required: false,
  options: [
    { label: "Unit tests", description: "2 minutes" },
    { label: "End-to-end tests", description: "14 minutes, needs the staging database" },
    { label: "Load test" },
  ],
};
const confirm = {
  header: "Deploy",
  question: "Deploy version 2.4 to production now?",
  type: "confirm",
};
const title = "Release 2.4";

const choose = (tab, name) => tab.getByLabel(name, { exact: true }).check();
const press = (tab, name) => tab.getByRole("button", { name, exact: true }).click();
const type = (tab, words) => tab.locator("textarea:visible").fill(words);

/** Sends a request and waits until it is on screen. */
async function ask(page, tab, asked) {
  page.sendQuestion(asked);
  await tab.getByText(asked.questions[0].question).first().waitFor();
  return asked;
}

/** `show` brings the page into the state; `page` is the bridge, `tab` a Playwright page. */
export const states = [
  { name: "empty", show: (_page, tab) => tab.getByText("No questions now.").waitFor() },
  { name: "text", show: (page, tab) => ask(page, tab, request([text])) },
  { name: "select", show: (page, tab) => ask(page, tab, request([region], { title })) },
  {
    name: "own answer",
    async show(page, tab) {
      await ask(page, tab, request([region], { title }));
      await choose(tab, "Other");
      await type(tab, "Only for the pilot customers, in Europe");
    },
  },
  {
    name: "multi-select",
    async show(page, tab) {
      await ask(page, tab, request([checks], { title }));
      await choose(tab, "Unit tests");
      await choose(tab, "End-to-end tests");
    },
  },
  { name: "confirm", show: (page, tab) => ask(page, tab, request([confirm], { title })) },
  {
    name: "several",
    async show(page, tab) {
      await ask(page, tab, request([region, checks, confirm, text], { title }));
      await choose(tab, "Europe");
      await press(tab, "Next");
      await choose(tab, "Load test");
      await press(tab, "Next");
    },
  },
  {
    name: "problem",
    async show(page, tab) {
      await ask(page, tab, request([region], { title }));
      await press(tab, "Send");
    },
  },
  {
    name: "retry",
    show: (page, tab) =>
      ask(
        page,
        tab,
        request([confirm], {
          title,
          attempt: 2,
          notice: "Previous attempt failed to display. This is retry attempt 2.",
        }),
      ),
  },
  {
    name: "sending",
    async show(page, tab) {
      await ask(page, tab, request([text]));
      await type(tab, "It reads CSV files now.");
      await press(tab, "Send");
    },
  },
  {
    name: "sent",
    async show(page, tab) {
      const { requestId } = await ask(page, tab, request([confirm], { title }));
      await choose(tab, "Yes");
      const answered = new Promise((resolve) => page.onAnswer(resolve));
      await press(tab, "Send");
      await answered;
      page.acknowledge(requestId);
      await tab.locator("[part~=sent]").waitFor();
    },
  },
  {
    name: "refused",
    async show(page, tab) {
      const { requestId } = await ask(page, tab, request([text]));
      await type(tab, "42 files");
      const answered = new Promise((resolve) => page.onAnswer(resolve));
      await press(tab, "Send");
      await answered;
      page.refuse(requestId, "Invalid answers: q1: takes at most 10 words");
      await tab.getByText("takes at most 10 words").first().waitFor();
    },
  },
  {
    name: "timed out with text",
    async show(page, tab) {
      const { requestId } = await ask(page, tab, request([text]));
      await type(tab, "It reads CSV files now, and");
      page.close(requestId, "timed_out");
      await tab.locator("[part~=closed]").waitFor();
    },
  },
  {
    name: "timed out",
    async show(page, tab) {
      const { requestId } = await ask(page, tab, request([confirm], { title }));
      page.close(requestId, "timed_out");
      await tab.locator("[part~=closed]").waitFor();
    },
  },
  {
    name: "queue",
    async show(page, tab) {
      await ask(page, tab, request([confirm], { title }));
      page.sendQuestion(request([region], { from: "Docs agent", title: "Translate the handbook" }));
      page.sendQuestion(request([text], { from: "Test agent" }));
      await tab.getByText("2 more questions wait").waitFor();
    },
  },
  {
    name: "right to left",
    async show(page, tab) {
      await ask(
        page,
        tab,
        request(
          [
            {
              header: "المنطقة",
              question: "أين يجب أن يعمل هذا أولاً؟",
              type: "select",
              custom: true,
              options: [{ label: "أوروبا", description: "فرانكفورت" }, { label: "آسيا" }],
            },
          ],
          { title: "الإصدار 2.4", from: "وكيل الإصدار" },
        ),
      );
      await tab.locator("html").evaluate((html) => html.setAttribute("dir", "rtl"));
    },
  },
  {
    name: "long text",
    async show(page, tab) {
      const word = "averyveryverylongwordwithoutanyspaces".repeat(6);
      await ask(
        page,
        tab,
        request(
          [
            {
              header: word.slice(0, 100),
              question: `${word}\n\nA second paragraph, which is just as long as it needs to be to wrap around more than once on any screen.`,
              type: "select",
              options: [{ label: word, description: word }, { label: "Short" }],
            },
          ],
          { title: word.slice(0, 100), from: word },
        ),
      );
    },
  },
  {
    name: "paused",
    async show(page, tab) {
      page.setPaused(true);
      page.sendQuestion(request([confirm]));
      await tab.getByText("This page was told not to show questions").waitFor();
    },
  },
  {
    name: "settings",
    async show(_page, tab) {
      await tab.getByText("Settings").click();
    },
  },
  {
    name: "connection lost",
    async show(page, tab) {
      await ask(page, tab, request([text]));
      await page.stop();
      await tab.getByText("Connection lost").waitFor();
    },
  },
];

/** The three looks of each state. */
export const looks = [
  { name: "light", colorScheme: "light", viewport: { width: 640, height: 560 } },
  { name: "dark", colorScheme: "dark", viewport: { width: 640, height: 560 } },
  { name: "narrow", colorScheme: "light", viewport: { width: 320, height: 560 } },
];
