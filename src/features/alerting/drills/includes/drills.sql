SELECT organization_id AS "organizationId", id, route_id AS "routeId", target_id AS "targetId", service, until, labels,
  annotations, connector_id AS "connectorId", begun_by AS "begunBy", scheduled, created_at AS "createdAt", deadline,
  handed_at AS "handedAt", accepted_at AS "acceptedAt", problem, alert_id AS "alertId", taken_in_at AS "takenInAt", status,
  ended_at AS "endedAt", hops, message, coalesce(run_id, id) AS "runId", foretold, now() AS now
FROM drills
