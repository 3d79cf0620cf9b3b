/** Where and how the blocks of a narrative are set. */
import type { Block } from '../narrative-blocks.ts'
import type { Column, Galley, Style } from './galley.ts'
import type { Tag } from './tags.ts'

export type Setting = {
  readonly column: Column
  readonly parent: Tag
  readonly body: Style
  readonly heading: Style
  /** Of a heading among the blocks. */
  readonly level: number
}

/** Sets blocks at the end of a galley. */
export type SetBlocks = (galley: Galley, blocks: readonly Block[], setting: Setting) => void
