-- Ends that wait to be sent to pagers, of groups that begin anew: their incidents go on. What a worker has in hand is sent.
UPDATE deliveries AS one SET status = 'parked', ended_at = now(), last_error = :error
FROM delivery_alerts AS reported
JOIN alert_routings AS routing ON routing.organization_id = reported.organization_id
  AND routing.alert_id = reported.alert_id AND routing.route_id = reported.sender_id
WHERE one.organization_id = :organization_id AND one.channel = 'alert' AND one.target = ANY (:targets::text[])
  AND one.status IN ('queued', 'held') AND one.lease IS NULL AND right(one.source, 9) = '/resolved'
  AND reported.organization_id = one.organization_id AND reported.source = one.source
  AND routing.group_key = ANY (:group_keys::text[])
