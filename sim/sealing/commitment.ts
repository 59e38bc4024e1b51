import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes, bytesToHex, randomBytes } from "@noble/hashes/utils.js";
import { InputError } from "../input.ts";

/** 32 bytes as `0x` and 64 lowercase hex digits. */
export type Bytes32 = `0x${string}`;

const BYTES32 = /^0x[0-9a-fA-F]{64}$/;

export function readBytes32(value: unknown, field: string): Bytes32 {
  if (typeof value !== "string" || !BYTES32.test(value)) {
    throw new InputError(field, value, "0x and 64 hex digits (32 bytes)");
  }
  return value.toLowerCase() as Bytes32;
}

export function toBytes32(bytes: Uint8Array): Bytes32 {
  return `0x${bytesToHex(bytes)}`;
}

/** A fresh secret from the platform's cryptographic random source. */
export function generateNonce(): Bytes32 {
  return toBytes32(randomBytes(32));
}

/** The nonce's text form inside a hash: 64 lowercase hex digits, no 0x (PROTOCOL 1). */
function nonceText(nonce: Bytes32): string {
  return nonce.slice(2);
}

/** The text that is hashed to seal a list of assets (PROTOCOL 1); `printf '%s' TEXT | sha256sum` checks it by hand. */
export function sealText(nonce: Bytes32, assetIds: readonly (bigint | number)[]): string {
  return `${nonceText(nonce)}:${assetIds.join(",")}`;
}

/** SHA-256 of a text of ASCII characters. A platform's own may stand in for this one where many are needed. */
export type TextHash = (text: string) => Bytes32;

const hashText: TextHash = (text) => toBytes32(sha256(utf8ToBytes(text)));

/** The commitment to a nonce and an ordered list of assets (PROTOCOL 1). */
export function seal(
  nonce: Bytes32,
  assetIds: readonly (bigint | number)[],
  hash: TextHash = hashText,
): Bytes32 {
  return hash(sealText(nonce, assetIds));
}

/** The seed that both nonces make together (PROTOCOL 2). */
export function seedOf(p1Nonce: Bytes32, p2Nonce: Bytes32, hash: TextHash = hashText): Bytes32 {
  return hash(nonceText(p1Nonce) + nonceText(p2Nonce));
}
