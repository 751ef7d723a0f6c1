import { useLooking } from "../state/looking.js";
import { EntryDetails } from "./entry-details.js";
import { EntryList } from "./entry-list.js";

/** The entries, and all about the one that is looked at. */
export function EntriesPanel() {
  const { moment } = useLooking();
  return (
    <>
      <EntryList />
      {moment.value.value && <EntryDetails view={moment.value.value} />}
    </>
  );
}
