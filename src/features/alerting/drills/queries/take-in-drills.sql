-- Alerts that say that they are of drills: each is of one alert, the first. One that comes after the end is of it, too.
-- @result alertId: !
UPDATE drills AS one
SET alert_id = given.alert_id, taken_in_at = now()
FROM unnest(:drill_ids::text[], :alert_ids::text[]) AS given (drill_id, alert_id)
WHERE one.organization_id = :organization_id AND one.id = given.drill_id AND one.alert_id IS NULL
RETURNING one.id AS "drillId", one.alert_id AS "alertId"
