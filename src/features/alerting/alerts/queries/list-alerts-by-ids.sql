SELECT id, connector_id AS "connectorId", fingerprint, started_at AS "startedAt", labels, annotations, title, service,
  severity, url, resolved_at AS "resolvedAt", ended_because AS "endedBecause", acknowledged_at AS "acknowledgedAt",
  acknowledged_by AS "acknowledgedBy", muted_by AS "mutedBy",
  inhibited_by AS "inhibitedBy", inhibiting_alert AS "inhibitingAlert",
  unconfirmed_since AS "unconfirmedSince", received_at AS "receivedAt"
FROM alerts
WHERE organization_id = :organization_id AND id = ANY (:ids::text[])
ORDER BY started_at, id
