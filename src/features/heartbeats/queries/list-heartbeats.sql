SELECT id, enabled, sealed_token AS "sealedToken", signal_at AS "signalAt", failed, expected_at AS "expectedAt",
  due_at AS "dueAt", missing_since AS "missingSince"
FROM heartbeats
WHERE organization_id = :organization_id AND id = ANY (:ids::text[])
