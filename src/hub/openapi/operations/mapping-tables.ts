/** Descriptions of the operations on mapping tables. */
import type { OperationTexts } from './operation-texts.ts'

export const mappingOperations: OperationTexts = {
  listMappingTables: 'Lists the mapping tables of the tenant in their newest versions.',
  readMappingTable:
    'Reads the newest version of a mapping table: its name, the number of its rows, and their source systems.',
  listMappingTableVersions: 'Lists the versions of a mapping table, the newest first.',
  listMappingTableRows:
    'Lists the rows of a mapping table in the order of their source codes: those of the newest version, or of the one that version names. system and code find one row.',
  createMappingTable:
    'Creates a mapping table from the text of a CSV file. A fault is named with its line, and then nothing is written. A table that is too large for a request is loaded by banksia mapping load.',
  loadMappingTable:
    'Makes the rows of a CSV text the newest version of a mapping table. Equal rows make no version. Earlier versions stay as they are.',
  deleteMappingTable:
    'Deletes a mapping table. While a channel names it, the answer is 409 business-rule. Repetitions and recalls of what was sent by the table go on.',
}
