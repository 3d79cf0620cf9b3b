/** The records of the appearance of pages and of signatures. D144 */

/** The appearance of pages, kept under the tenant's identifier; the logo is a PNG or JPEG in base64. D144 */
export type AppearanceContent = Readonly<{ logo?: string; omitEmptySections: boolean; attachBundle: boolean }>
/** Kept under the id of a PractitionerRole; `practitioner` is the `Practitioner/<id>` whose role it was then. D144 */
export type SignatureContent = { readonly practitioner: string; readonly image?: string }
