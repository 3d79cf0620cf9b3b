/** The named spokes. Spec 4.5; the iOS spoke's identifier is configured. */
export type Spoke = { readonly id: string; readonly title: string; readonly surface: 'confidential' | 'public-pkce' }

const namedSpokes = [
  { id: 'link', title: 'Link', surface: 'public-pkce' },
  { id: 'hospital_hub', title: 'Hospital Hub', surface: 'confidential' },
  { id: 'home_hub', title: 'Home Hub', surface: 'public-pkce' },
  { id: 'triage', title: 'Triage', surface: 'confidential' },
  { id: 'knowledge_base', title: 'Knowledge', surface: 'confidential' },
  { id: 'connect', title: 'Connect', surface: 'confidential' },
  { id: 'biometrics', title: 'Biometrics', surface: 'confidential' },
  { id: 'medico_legal', title: 'Medico-legal', surface: 'confidential' },
  { id: 'billing', title: 'Billing', surface: 'confidential' },
  { id: 'speed', title: 'Speed', surface: 'confidential' },
] as const satisfies readonly Spoke[]

/** All spokes, with the native iOS capture spoke under its configured identifier. */
export const spokes = (iosSpokeId: string): readonly Spoke[] => [
  { id: iosSpokeId, title: 'Native iOS capture', surface: 'public-pkce' },
  ...namedSpokes,
]
