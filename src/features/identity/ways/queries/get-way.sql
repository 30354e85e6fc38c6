SELECT id, kind, name, sealed_address AS "sealedAddress", created_at AS "createdAt", verified_at AS "verifiedAt",
  taken_at AS "takenAt", failed_at AS "failedAt", failure, answered_at AS "answeredAt", push_key_id AS "pushKeyId",
  code_until AS "codeUntil"
FROM ways
WHERE user_id = :user_id AND id = :id
