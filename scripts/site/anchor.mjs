/** The anchor of a heading, as GitHub names it: links hold in both places. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}
