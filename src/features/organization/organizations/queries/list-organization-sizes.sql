-- Audit records are counted by where their chain stands, and the last record of each is found by its index.
-- @result rows, auditRecords, alerts, alertsLastHour, texts, calls, members, subscribers: !
SELECT organization.id,
  (SELECT count(*) FROM rows WHERE organization_id = organization.id)::integer AS rows,
  (
    coalesce((SELECT position FROM audit_heads WHERE organization_id = organization.id), 0)
      - coalesce((SELECT max(position) FROM audit_checkpoints WHERE organization_id = organization.id), 0)
  )::double precision AS "auditRecords",
  (SELECT count(*) FROM alerts WHERE organization_id = organization.id)::integer AS alerts,
  (
    SELECT count(*) FROM alerts
    WHERE organization_id = organization.id AND received_at > now() - interval '1 hour'
  )::integer AS "alertsLastHour",
  phoned.texts, phoned.calls,
  (
    SELECT count(*) FROM members WHERE organization_id = organization.id AND accepted_at IS NOT NULL
  )::integer AS members,
  (
    SELECT count(*) FROM status_page_subscribers
    WHERE organization_id = organization.id AND status = 'confirmed'
  )::integer AS subscribers,
  greatest(
    (SELECT max(at) FROM audit_records WHERE organization_id = organization.id),
    (SELECT max(last_used_at) FROM api_keys WHERE organization_id = organization.id)
  ) AS "lastActivityAt"
FROM organizations AS organization
CROSS JOIN LATERAL (
  -- As long as what was sent is kept.
  SELECT (count(*) FILTER (WHERE split_part(target, ' ', 2) = 'sms'))::integer AS texts,
    (count(*) FILTER (WHERE split_part(target, ' ', 2) = 'call'))::integer AS calls
  FROM deliveries
  WHERE organization_id = organization.id AND channel = 'page' AND status = 'sent'
    AND ended_at > now() - interval '30 days'
) AS phoned
ORDER BY organization.slug
LIMIT :limit
