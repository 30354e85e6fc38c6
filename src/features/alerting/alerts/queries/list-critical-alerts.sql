-- An alert without a severity counts as critical.
-- @result service, routeIds, isMuted: !
SELECT wanted.service, alert.started_at AS "startedAt", alert.is_muted AS "isMuted",
  ARRAY(
    SELECT route_id FROM alert_routings AS routing
    WHERE routing.organization_id = :organization_id AND routing.alert_id = alert.id
  ) AS "routeIds"
FROM unnest(:services::text[]) AS wanted (service)
CROSS JOIN LATERAL (
  SELECT id, started_at, muted_by IS NOT NULL OR unconfirmed_since IS NOT NULL AS is_muted
  FROM alerts
  WHERE organization_id = :organization_id AND service = wanted.service AND resolved_at IS NULL
    AND (severity IS NULL OR severity = 'critical') AND drill_id IS NULL
  ORDER BY is_muted, started_at, id
  LIMIT :most
) AS alert
