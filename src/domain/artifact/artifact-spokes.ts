/** The spokes whose switches apply to an artifact: its own, and that of its encounter, even if nobody drafted through that one. D75 */
import type { Feature } from '../../core/features.ts'
import { type ArtifactContent, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { checkSwitches, isOffForAny, isOffSomewhere } from '../../store/platforms.ts'
import type { Tx } from '../../store/transaction.ts'

type Whose = Pick<ArtifactContent, 'spoke' | 'encounterId'>

/** Does not read the encounter if no config of the tenant takes one of the features away. */
export async function listArtifactSpokes(
  tx: Tx,
  features: readonly Feature[],
  { spoke, encounterId }: Whose,
): Promise<readonly string[]> {
  if (!features.some((feature) => isOffSomewhere(tx.tenant, feature))) return [spoke]
  const encounter = await tx.find(hubAddress('Encounter', encounterId))
  return encounter === undefined ? [spoke] : [spoke, hubContent('Encounter', encounter).spoke]
}

/** `spokes`: those of the caller, or of other things that are acted on. */
type ActedOn = { readonly artifact: Whose; readonly spokes?: readonly string[] }

/** As `isOffForAny`, for an artifact. */
export async function isOffForArtifact(tx: Tx, feature: Feature, { artifact, spokes = [] }: ActedOn): Promise<boolean> {
  return isOffForAny(tx.tenant, {
    feature,
    spokes: [...spokes, ...(await listArtifactSpokes(tx, [feature], artifact))],
  })
}

/** As `checkSwitches`, for an artifact. */
export async function checkArtifactSwitches(
  tx: Tx,
  feature: Feature | undefined,
  { artifact, spokes = [] }: ActedOn,
): Promise<void> {
  if (feature === undefined) return
  checkSwitches(tx, feature, ...spokes, ...(await listArtifactSpokes(tx, [feature], artifact)))
}
