-- Open alerts of an organization that nobody is at and that nothing keeps back, of which no message has arrived by
-- what routes and rules name, or, where none took it, by mail of notification_settings: the
-- one with the first fingerprint, then the worst, then the newest.
SELECT id, connector_id AS "connectorId", fingerprint, started_at AS "startedAt", labels, annotations, title, service,
  severity, url, resolved_at AS "resolvedAt", ended_because AS "endedBecause", acknowledged_at AS "acknowledgedAt",
  acknowledged_by AS "acknowledgedBy", muted_by AS "mutedBy",
  inhibited_by AS "inhibitedBy", inhibiting_alert AS "inhibitingAlert",
  unconfirmed_since AS "unconfirmedSince"
FROM alerts AS alert
WHERE organization_id = :organization_id AND resolved_at IS NULL AND acknowledged_at IS NULL
  AND muted_by IS NULL AND inhibited_by IS NULL AND unconfirmed_since IS NULL AND drill_id IS NULL
  AND NOT EXISTS (
    SELECT FROM delivery_alerts AS notified
    JOIN deliveries AS one ON one.organization_id = notified.organization_id AND one.source = notified.source
    WHERE notified.organization_id = alert.organization_id AND notified.alert_id = alert.id
      AND notified.sender_id <> :elsewhere AND (notified.sender_id <> :mailing OR NOT EXISTS (
        SELECT FROM alert_routings AS routing
        WHERE routing.organization_id = alert.organization_id AND routing.alert_id = alert.id
      ) AND NOT EXISTS (
        SELECT FROM delivery_alerts AS other
        WHERE other.organization_id = alert.organization_id AND other.alert_id = alert.id
          AND other.sender_id NOT IN (:elsewhere, :mailing)
      )) AND right(notified.source, 9) <> '/resolved' AND one.status = 'sent'
  )
ORDER BY fingerprint <> :first_fingerprint, coalesce(severity = ANY (:lesser::text[]), false), started_at DESC, id DESC
LIMIT :limit
