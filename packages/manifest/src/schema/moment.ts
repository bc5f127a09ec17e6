import * as Schema from "effect/Schema"
import { text } from "./fields.ts"

/** A date and a time of day, as RFC 3339 writes them. */
export const moment = text.check(
  Schema.makeFilter(isMoment, {
    expected: "a moment as 2026-12-02T20:15:00Z",
    toJsonSchema: () => ({ format: "date-time" })
  })
)

/** RFC 3339, the last second of a leap day included. */
function isMoment(value: string): boolean {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.exec(value) ?? []
  if (day === undefined || time === undefined || zone === undefined) return false
  const [hours, minutes, seconds] = time.split(":").map(Number)
  const [offHours, offMinutes] = /\d/.test(zone) ? zone.slice(1).split(":").map(Number) : [0, 0]
  const date = new Date(`${day}T00:00:00Z`)
  return (
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(day) &&
    Number(hours) < 24 &&
    Number(minutes) < 60 &&
    Number(seconds) < 60 &&
    Number(offHours) < 24 &&
    Number(offMinutes) < 60
  )
}
