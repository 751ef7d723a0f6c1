// Bytes as text: four in five characters, where Base64 takes five and a third. None of these means anything in HTML.
const ALPHABET =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+,-./:;=?@[]^_{|}";
const BASE = 85;

export function toBase85(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
    let value = ((a * 256 + b) * 256 + c) * 256 + d;
    let five = "";
    for (let digit = 0; digit < 5; digit += 1) {
      five = `${ALPHABET[value % BASE]}${five}`;
      value = Math.floor(value / BASE);
    }
    // Of the last ones, as many characters as tell the bytes there are.
    text += five.slice(0, Math.min(4, bytes.length - at) + 1);
  }
  return text;
}

export function fromBase85(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 4) / 5));
  for (let at = 0, to = 0; at < text.length; at += 5) {
    let value = 0;
    for (let digit = at; digit < at + 5; digit += 1) {
      value =
        value * BASE + (digit < text.length ? ALPHABET.indexOf(text.charAt(digit)) : BASE - 1);
    }
    for (let shift = 24; shift >= 0 && to < bytes.length; shift -= 8) {
      bytes[to] = value >>> shift;
      to += 1;
    }
  }
  return bytes;
}
