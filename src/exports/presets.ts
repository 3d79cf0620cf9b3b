/** The presets of each format: the wishes of a group of receivers, by name. docs/design/exports-and-delivery.md#formats. */
import type { DocumentFormat } from '../documents/formats.ts'
import { defaultPreset } from './export-input.ts'

type PresetRow = { readonly format: DocumentFormat; readonly preset: string; readonly meaning: string }

// biome-ignore format: one row a line
export const presets = [
  { format: 'bundle', preset: defaultPreset, meaning: 'The FHIR document as it was approved.' },
  { format: 'hl7v2',  preset: defaultPreset, meaning: 'ORU^R01 by ADRM 2021.1.' },
  { format: 'cda',    preset: defaultPreset, meaning: 'A general clinical document.' },
  { format: 'pdf',    preset: defaultPreset, meaning: 'PDF/A-1b.' },
  { format: 'rtf',    preset: defaultPreset, meaning: 'RTF 1.9.' },
] as const satisfies readonly PresetRow[]

export const isPreset = (format: string, preset: string): boolean =>
  presets.some((row) => row.format === format && row.preset === preset)

export const presetsOf = (format: string): readonly string[] =>
  presets.filter((row) => row.format === format).map(({ preset }) => preset)
