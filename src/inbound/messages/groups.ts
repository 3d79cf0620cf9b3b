/** ORC, OBR, OBX and NTE of a message as the groups that they stand in. HL7 v2.4 7.2, 11.3. */
import type { Segment } from '../message/segment.ts'
import type { ObservedSegment } from './observations.ts'

export type ReportGroup = {
  readonly orc?: Segment
  readonly obr: Segment
  /** NTE of the OBR. */
  readonly notes: readonly Segment[]
  readonly observations: readonly ObservedSegment[]
  /** SPM. */
  readonly specimens: readonly Segment[]
}

type OpenGroup = {
  orc?: Segment
  obr: Segment
  notes: Segment[]
  observations: { obx: Segment; notes: Segment[] }[]
  specimens: Segment[]
}

export type Groups = {
  readonly groups: readonly ReportGroup[]
  /** OBX before any OBR: of the patient, of the visit, or of a document. */
  readonly loose: readonly ObservedSegment[]
}

export function listGroups(segments: readonly Segment[]): Groups {
  const groups: OpenGroup[] = []
  const loose: { obx: Segment; notes: Segment[] }[] = []
  let orc: Segment | undefined
  let notes: Segment[] | undefined
  for (const segment of segments) {
    if (segment.name === 'NTE') {
      notes?.push(segment)
      continue
    }
    notes = undefined
    if (segment.name === 'ORC') orc = segment
    else if (segment.name === 'OBR') {
      const lists = { notes: [], observations: [], specimens: [] }
      const group: OpenGroup = { ...(orc === undefined ? {} : { orc }), obr: segment, ...lists }
      groups.push(group)
      notes = group.notes
      orc = undefined
    } else if (segment.name === 'SPM') {
      groups.at(-1)?.specimens.push(segment)
    } else if (segment.name === 'OBX') {
      const observed = { obx: segment, notes: [] as Segment[] }
      ;(groups.at(-1)?.observations ?? loose).push(observed)
      notes = observed.notes
    }
  }
  return { groups, loose }
}
