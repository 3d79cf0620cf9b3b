/** The Merkle tree of RFC 6962 section 2.1 over SHA-256, built leaf by leaf in the memory of its height. */
import { createHash } from 'node:crypto'

const leafPrefix = Buffer.of(0)
const nodePrefix = Buffer.of(1)

export const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

export const leafHash = (bytes: Uint8Array | string): Buffer => sha256(leafPrefix, bytes)

const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodePrefix, left, right)

type Subtree = { readonly hash: Buffer; readonly leaves: number }

export class MerkleTree {
  /** Full subtrees from the left, each smaller than the one before. */
  readonly #subtrees: Subtree[] = []

  add(leaf: Buffer): void {
    let last: Subtree = { hash: leaf, leaves: 1 }
    for (let left = this.#subtrees.at(-1); left?.leaves === last.leaves; left = this.#subtrees.at(-1)) {
      this.#subtrees.pop()
      last = { hash: nodeHash(left.hash, last.hash), leaves: left.leaves * 2 }
    }
    this.#subtrees.push(last)
  }

  /** Of no leaf at all it is the hash of nothing. */
  get root(): Buffer {
    const hashes = this.#subtrees.map(({ hash }) => hash)
    return hashes.length === 0 ? sha256() : hashes.reduceRight((right, left) => nodeHash(left, right))
  }
}
