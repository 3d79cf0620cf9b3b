/** The sizes and colours of a page. A4, in points. */
import type { Style } from './galley.ts'

export const pageWidth = 595.28
export const pageHeight = 841.89
export const pageMargin = 54
export const pageTop = 40
/** Above the footer. */
export const pageBottom = pageHeight - 60
export const contentWidth = pageWidth - 2 * pageMargin

export const colours = {
  ink: '#1b1f24',
  soft: '#5b6470',
  line: '#c9d0d8',
  banner: '#eef2f6',
  accent: '#1f5673',
  alert: '#a4161a',
  alertGround: '#fbeaea',
  watermark: '#f3dcdc',
} as const

export const styles = {
  letterhead: { weight: 'bold', size: 13, colour: colours.accent },
  contact: { weight: 'plain', size: 8, colour: colours.soft },
  addressee: { weight: 'bold', size: 9.5, colour: colours.ink },
  patientName: { weight: 'bold', size: 11.5, colour: colours.ink },
  bannerLabel: { weight: 'plain', size: 7, colour: colours.soft },
  bannerValue: { weight: 'plain', size: 9, colour: colours.ink },
  title: { weight: 'bold', size: 17, colour: colours.ink },
  label: { weight: 'plain', size: 9, colour: colours.soft },
  value: { weight: 'plain', size: 9, colour: colours.ink },
  mark: { weight: 'bold', size: 11, colour: colours.alert },
  section: { weight: 'bold', size: 11, colour: colours.accent },
  subsection: { weight: 'bold', size: 10, colour: colours.ink },
  heading: { weight: 'bold', size: 9.5, colour: colours.ink },
  body: { weight: 'plain', size: 9.5, colour: colours.ink },
  approval: { weight: 'bold', size: 9.5, colour: colours.ink },
  footer: { weight: 'plain', size: 7.5, colour: colours.soft },
  watermark: { weight: 'bold', size: 104, colour: colours.watermark },
} as const satisfies Readonly<Record<string, Style>>
