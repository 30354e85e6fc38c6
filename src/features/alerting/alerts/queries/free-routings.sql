-- What the mute of a route kept back goes on; answers those that no other node has let go on already.
UPDATE alert_routings
SET muted_by = NULL, muted_until = NULL
WHERE organization_id = :organization_id AND route_id = :route_id AND alert_id = ANY (:alert_ids::text[])
  AND muted_by IS NOT NULL
RETURNING alert_id AS "alertId"
