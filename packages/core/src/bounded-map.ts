/**
 * A map that forgets: beyond `limit` entries, the one that was set longest ago goes.
 * @example
 * const replies = new BoundedMap<string, string>(1_000);
 * replies.set("message-1", "taken");
 */
export class BoundedMap<K, V> extends Map<K, V> {
  constructor(
    /** How many entries there can be. */
    readonly limit: number,
  ) {
    super();
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.size > this.limit ? this.keys() : [];
    if (oldest !== undefined) this.delete(oldest);
    return this;
  }
}
