import { mapOf, matching } from "./shape.ts"

const mediaType = matching(
  /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/,
  "a media type in lower case",
  "application/json"
)

/** Media type by output format. */
export const mediaTypes = mapOf(mediaType, {
  key: /./su,
  keyExpected: "the name of a format",
  least: 1,
  example: '{ json: "application/json" }'
})
