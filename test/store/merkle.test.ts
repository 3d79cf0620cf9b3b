/** The Merkle tree against the definition in RFC 6962 section 2.1, written out. */
import { expect, test } from '@jest/globals'
import { leafHash, MerkleTree, sha256 } from '../../src/store/audit/merkle.ts'

/** MTH(D[n]) = SHA-256(0x01 || MTH(D[0:k]) || MTH(D[k:n])), k the largest power of two below n. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves
  if (first === undefined) return sha256('')
  if (leaves.length === 1) return first
  const cut = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, cut)), rootOf(leaves.slice(cut)))
}

test('RFC 6962 2.1: the root of any number of leaves is that of the definition', () => {
  const leaves = Array.from({ length: 70 }, (_, at) => leafHash(`record ${at}`))
  for (const count of leaves.keys()) {
    const tree = new MerkleTree()
    for (const leaf of leaves.slice(0, count)) tree.add(leaf)

    expect(tree.root).toEqual(rootOf(leaves.slice(0, count)))
  }
})

test('RFC 6962 2.1: the roots of its published examples', () => {
  const tree = new MerkleTree()
  expect(tree.root.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  tree.add(leafHash(''))
  expect(tree.root.toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
})
