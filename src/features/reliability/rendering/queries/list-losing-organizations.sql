-- Those with an agent that has lost something of late, or reported lately and is silent now.
SELECT organization_id AS "organizationId"
FROM render_acknowledgements
WHERE heard_at > now() - interval '1 day'
  AND (lost IS NOT NULL OR heard_at < now() - make_interval(secs => coalesce(every_seconds + 60, 60 * :silent_minutes::integer)))
GROUP BY organization_id
