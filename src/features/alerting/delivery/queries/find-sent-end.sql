-- An incident is known by its group's key, or for what rules send, by the alert's id.
WITH involved AS (
  SELECT alert_id FROM alert_routings
  WHERE organization_id = :organization_id AND group_key = :dedup_key
  UNION SELECT :dedup_key
)
SELECT later.id
FROM involved
JOIN delivery_alerts AS notified ON notified.organization_id = :organization_id AND notified.alert_id = involved.alert_id
JOIN deliveries AS later ON later.organization_id = notified.organization_id AND later.source = notified.source
JOIN deliveries AS one ON one.organization_id = later.organization_id AND one.channel = later.channel
  AND one.lane = later.lane AND one.ordinal < later.ordinal
WHERE one.organization_id = :organization_id AND one.id = :id
  AND (later.status = 'sent' OR later.status = 'parked' AND left(later.last_error, length(:never_notified)) = :never_notified)
  AND later.payload -> 'message' ->> 'dedup_key' = :dedup_key
  AND later.payload -> 'message' ->> 'phase' = 'resolved'
LIMIT 1
