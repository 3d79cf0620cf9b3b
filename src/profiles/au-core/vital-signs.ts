/** AU Core 2.0.0: vital signs over R4's own profiles. Each has a SNOMED CT coding beside R4's LOINC coding. */
import type { ProfileRow } from './build-profile.ts'
import { snomedSite, valueOrReason } from './invariants.ts'
import {
  atLeast,
  bound,
  codingSlice,
  demands,
  one,
  type Part,
  populated,
  type Row,
  references,
  type Strength,
  slicedBy,
  supported,
  types,
  underInvariant,
} from './rows.ts'

const sct = 'http://snomed.info/sct'

type VitalSign = Pick<ProfileRow, 'id' | 'name' | 'title'> & {
  readonly base: string
  readonly codings: readonly Row[]
  /** The needs of a value without a reason; blood pressure and heart rate leave it to R4. */
  readonly valued: Part
  /** Rules for `valueQuantity` and its unit's code; blood pressure has components instead. */
  readonly quantity: readonly Row[]
  readonly site: readonly Row[]
  readonly components?: readonly Row[]
}

const heads: readonly Row[] = [
  ['status', populated],
  ['category', populated],
  ['category:VSCat', populated],
  ['category:VSCat.coding', populated],
  ['category:VSCat.coding.system', populated],
  ['category:VSCat.coding.code', populated],
  ['code', populated],
]

const componentRows: readonly Row[] = [
  ['component', populated],
  ['component.code', populated],
  ['component.value[x]', populated],
  ['component.dataAbsentReason', populated],
]

const vitalSign = (sign: VitalSign): ProfileRow => ({
  id: sign.id,
  name: sign.name,
  title: sign.title,
  type: 'Observation',
  base: sign.base,
  version: '2.0.0',
  rows: [
    ['', sign.valued === nothing ? nothing : demands(valueOrReason('au-core-obs-01'))],
    ...heads,
    ...sign.codings,
    ['subject', populated, references('core:patient')],
    ['effective[x]', populated, types('dateTime')],
    ...sign.quantity,
    ['dataAbsentReason', populated, sign.valued],
    ...sign.site,
    ...componentRows,
    ...(sign.components ?? []),
  ],
})

const nothing: Part = {}
const valueInvariant = underInvariant('au-core-obs-01')

/** At least two codings, one with this SNOMED CT code. */
const codedBy = (slice: string, code: string): Row[] => [
  ['code.coding', atLeast(2)],
  ...codingSlice(`code.coding:${slice}`, one, [sct, code]),
]

const bodySite = (key: string, strength: Strength): Row[] => [
  ['bodySite', underInvariant(key), demands(snomedSite(key)), bound(strength, 'ncts:body-site-1')],
]

const quantityRows = (place: string, said: Part = nothing, unit: Part = nothing): Row[] => [
  [place, populated, said],
  [`${place}.value`, populated],
  [`${place}.unit`, populated],
  [`${place}.system`, populated],
  [`${place}.code`, populated, unit],
]

/** Codes of R4's value set of units; `metric` is proposed if metric units are preferred. */
const unit = (valueSet: string, metric: readonly [key: string, valueSet: string]): Part =>
  bound('required', `r4set:${valueSet}`, metric)

const bodyLength = unit('ucum-bodylength', ['adb-obs-metricblunit-cand', 'ncts:metric-body-length-units-1'])

const pressure = (slice: string, coding: readonly [slice: string, code: string]): Row[] => {
  const place = `component:${slice}`
  return [
    [place, populated],
    [`${place}.code`, populated],
    ...codingSlice(`${place}.code.coding:${coding[0]}`, one, [sct, coding[1]]),
    ...quantityRows(`${place}.valueQuantity`),
    [`${place}.dataAbsentReason`, supported],
  ]
}

/** R4 has no profile for waist circumference: AU Core states the LOINC code and the quantity itself. */
const waistCodings: readonly Row[] = [
  ['code.coding', slicedBy(['value:code', 'value:system']), atLeast(2)],
  ...codingSlice('code.coding:loincWaistCircumCode', one, ['http://loinc.org', '8280-0']),
  ...codingSlice('code.coding:snomedWaistCircumCode', one, [sct, '276361009']),
]

const waistQuantity: readonly Row[] = [
  ['valueQuantity', populated, valueInvariant],
  ['valueQuantity.value', one, types('decimal')],
  ['valueQuantity.unit', one, types('string')],
  ['valueQuantity.system', one, types('uri'), { fixedUri: 'http://unitsofmeasure.org' }],
  ['valueQuantity.code', one, types('code'), bodyLength],
]

export const vitalSigns: readonly ProfileRow[] = [
  vitalSign({
    id: 'bloodpressure',
    name: 'AUCoreBloodPressure',
    title: 'AU Core Blood Pressure',
    base: 'r4:bp',
    codings: codedBy('snomedBPCode', '75367002'),
    valued: nothing,
    quantity: [],
    site: bodySite('au-core-obs-01', 'extensible'),
    components: [
      ...pressure('SystolicBP', ['snomedSBP', '271649006']),
      ...pressure('DiastolicBP', ['snomedDBP', '271650006']),
    ],
  }),
  vitalSign({
    id: 'bodyheight',
    name: 'AUCoreBodyHeight',
    title: 'AU Core Body Height',
    base: 'r4:bodyheight',
    codings: codedBy('snomedBodyHeightCode', '50373000'),
    valued: valueInvariant,
    quantity: quantityRows('valueQuantity', valueInvariant, bodyLength),
    site: [],
  }),
  vitalSign({
    id: 'bodytemp',
    name: 'AUCoreBodyTemperature',
    title: 'AU Core Body Temperature',
    base: 'r4:bodytemp',
    codings: codedBy('snomedBodyTempCode', '386725007'),
    valued: valueInvariant,
    quantity: quantityRows(
      'valueQuantity',
      valueInvariant,
      unit('ucum-bodytemp', ['adb-obs-metricbtunit-cand', 'ncts:metric-body-temperature-units-1']),
    ),
    site: bodySite('au-core-obs-02', 'preferred'),
  }),
  vitalSign({
    id: 'bodyweight',
    name: 'AUCoreBodyWeight',
    title: 'AU Core Body Weight',
    base: 'r4:bodyweight',
    codings: codedBy('snomedBodyWeightCode', '27113001'),
    valued: valueInvariant,
    quantity: quantityRows(
      'valueQuantity',
      valueInvariant,
      unit('ucum-bodyweight', ['adb-obs-metricbwunit-cand', 'ncts:metric-body-weight-units-1']),
    ),
    site: [],
  }),
  vitalSign({
    id: 'heartrate',
    name: 'AUCoreHeartRate',
    title: 'AU Core Heart Rate',
    base: 'r4:heartrate',
    codings: codedBy('snomedHeartRateCode', '364075005'),
    valued: nothing,
    // This key belongs to no invariant of this profile; AU Core 2.0.0 has it so.
    quantity: quantityRows('valueQuantity', underInvariant('au-core-obs-02')),
    site: bodySite('au-core-obs-01', 'preferred'),
  }),
  vitalSign({
    id: 'resprate',
    name: 'AUCoreRespirationRate',
    title: 'AU Core Respiration Rate',
    base: 'r4:resprate',
    codings: codedBy('snomedRespRateCode', '86290005'),
    valued: valueInvariant,
    quantity: quantityRows('valueQuantity', valueInvariant),
    site: bodySite('au-core-obs-02', 'preferred'),
  }),
  vitalSign({
    id: 'waistcircum',
    name: 'AUCoreWaistCircumference',
    title: 'AU Core Waist Circumference',
    base: 'r4:vitalsigns',
    codings: waistCodings,
    valued: valueInvariant,
    quantity: waistQuantity,
    site: bodySite('au-core-obs-02', 'preferred'),
  }),
]
