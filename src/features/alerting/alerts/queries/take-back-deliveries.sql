-- What waits to be sent about alerts whose source was deleted. What a worker has in hand is sent.
UPDATE deliveries AS one SET status = 'parked', ended_at = now(), last_error = :error
FROM delivery_alerts AS reported
WHERE reported.organization_id = :organization_id AND reported.alert_id = ANY (:alert_ids::text[])
  AND one.organization_id = reported.organization_id AND one.source = reported.source
  AND one.status IN ('queued', 'held') AND one.lease IS NULL
