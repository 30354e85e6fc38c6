SELECT person.email_folded AS "emailFolded", way.id, way.kind, way.name, way.verified_at AS "verifiedAt",
  way.taken_at AS "takenAt", way.failed_at AS "failedAt", way.answered_at AS "answeredAt"
FROM users AS person
JOIN ways AS way ON way.user_id = person.id
WHERE person.email_folded = ANY (:emails_folded) AND way.verified_at IS NOT NULL
ORDER BY way.created_at, way.id
