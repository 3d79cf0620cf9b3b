/** Rows of the requirements of SMART App Launch 2.2 that no test of this server can break, and why. docs/design/identity.md#rows-of-smart-app-launch. */

export type SmartReason = { readonly rows: readonly number[]; readonly reason: string }

/** Their page: no brands are published here, so none is advertised. */
export const brandsPage = 'brands.html'

export const smartReasons: readonly SmartReason[] = [
  {
    rows: [100, 366],
    reason: 'permission-online is not offered and not advertised: an app that asks for online_access is not granted it',
  },
  { rows: [371], reason: 'smart-app-state is not offered and not advertised: there is no endpoint of it' },
  { rows: [194], reason: 'The app and the EHR agree on the words of intent; this server passes on what it was given' },
]
