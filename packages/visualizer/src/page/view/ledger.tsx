import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { LedgerPage, LedgerRow } from "../../source/ledger-page.js";
import { useApp } from "../state/app.js";
import { createResource } from "../state/resource.js";
import { hashOf } from "../state/route.js";
import { plural, shortDuration } from "../words.js";
import { Notice } from "./notice.js";
import { Scrolled } from "./scrolled.js";

const STATUSES = ["overdue", "pending", "missed", "received"] as const;
const MORE = 100;

/** What was awaited of others, over all machines: what came, what did not, and what is late. */
export function Ledger() {
  const { source, revision, filter } = useApp();
  const status = useSignal<LedgerRow["status"] | undefined>(undefined);
  const limit = useSignal(MORE);
  const looked = useSignal("");
  const answer = useMemo(
    () =>
      createResource(async (isCurrent) => {
        revision.value;
        const query = { filter: filter.value, limit: limit.value };
        const asked = status.value === undefined ? query : { ...query, status: status.value };
        let page = await source.ledger(asked);
        while (page.looked < page.of && isCurrent()) {
          looked.value = `${page.looked} of ${page.of}`;
          page = await source.ledger(asked);
        }
        return page;
      }),
    [source],
  );
  useEffect(() => () => answer.stop(), [answer]);
  const page = answer.value.value;
  if (answer.problem.value !== null) return <Notice title="No ledger" text={answer.problem} />;
  if (!page) {
    return <Notice title="Adding up who owes what to whom…" text={looked} isBusy />;
  }
  return (
    <div class="sheet ledger">
      <h2>Acknowledgements</h2>
      <p>{plural(page.expected, "sign")} expected of surfaces, people, agents and programs.</p>
      <div class="totals">
        {STATUSES.map((one) => (
          <button
            type="button"
            key={one}
            class={`total ${one}`}
            aria-pressed={status.value === one}
            onClick={() => {
              status.value = status.value === one ? undefined : one;
            }}
          >
            <strong>{page[one].toLocaleString("en")}</strong> {one}
          </button>
        ))}
      </div>
      <Items page={page} />
      {page.items.length < page.total && page.items.length < 200 && (
        <button
          type="button"
          onClick={() => {
            limit.value += MORE;
          }}
        >
          Show more
        </button>
      )}
      {page.total > 200 && page.items.length >= 200 && (
        <p class="muted">
          The first 200 of {page.total.toLocaleString("en")} are shown: filter for the others.
        </p>
      )}
    </div>
  );
}

function Items({ page }: { readonly page: LedgerPage }) {
  if (page.items.length === 0) return <p class="muted">Nothing of this kind.</p>;
  return (
    <Scrolled label="Acknowledgements">
      <table>
        <thead>
          <tr>
            <th scope="col">status</th>
            <th scope="col">who owes what to whom</th>
            <th scope="col">about</th>
            <th scope="col">took</th>
          </tr>
        </thead>
        <tbody>
          {page.items.map((item) => (
            <Item key={`${item.key} ${item.span.first}`} item={item} />
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

function Item({ item }: { readonly item: LedgerRow }) {
  const { go } = useApp();
  const { status, owes, subject, key, span, took, machine } = item;
  const to = { view: "instance", key, n: span.first } as const;
  return (
    <tr>
      <td>
        <span class={`pill ${status}`}>{status}</span>
      </td>
      <td>
        <span class={`kind wait-${span.waitsFor}`}>{owes}</span>
      </td>
      <td>
        <a
          href={hashOf(to)}
          onClick={(event) => {
            event.preventDefault();
            go(to);
          }}
        >
          {subject || key}
        </a>{" "}
        <span class="muted">{machine}</span>
      </td>
      <td class="number">{shortDuration(took)}</td>
    </tr>
  );
}
