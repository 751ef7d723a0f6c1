// In an exported file, in the place of what checks how core and the model are called: nobody calls them wrongly there.
// Each is a function of its own and empty, for only calls of such functions are left out when a file is made small.

export function mustBe(): void {}
export function mustBeAt(): void {}
export function mustBeEntries(): void {}
export function mustBeEntry(): void {}
export function mustBeFunction(): void {}
export function mustBeLayout(): void {}
export function mustBeMachine(): void {}
export function mustBeMachines(): void {}
export function mustBeStore(): void {}
export function mustBeTrack(): void {}
export function mustFit(): void {}
export function mustHave(): void {}
export function refuseUnknown(): void {}

export function didYouMean(): undefined {}
export function hasLists(): boolean {
  return true;
}
export function isPromise(): boolean {
  return false;
}
export function given(): string {
  return "";
}
export function givenKind(): string {
  return "";
}
export function shownName(): string {
  return "";
}
export function unknownName(): string {
  return "";
}
