-- @result organizationId, id: !
-- Those of which something may have to be said: newly missing, there again, or missing for a while.
SELECT found.organization_id AS "organizationId", found.id
FROM (
  (SELECT organization_id, id FROM heartbeats
  WHERE missing_since IS NULL AND due_at <= now()
    AND (failed OR (SELECT up_since FROM service_up) <= now() - make_interval(mins => grace_minutes))
  ORDER BY due_at LIMIT :limit)
  UNION ALL
  (SELECT organization_id, id FROM heartbeats
  WHERE missing_since IS NOT NULL AND (due_at IS NULL OR due_at > now())
  ORDER BY notified_at LIMIT :limit)
  UNION ALL
  (SELECT organization_id, id FROM heartbeats
  WHERE missing_since IS NOT NULL AND due_at <= now() AND notified_at < now() - make_interval(secs => :repeat_seconds)
  ORDER BY notified_at LIMIT :limit)
) AS found
