SELECT person.email_folded AS "emailFolded", step.way_id AS "wayId", step.after_seconds AS "afterSeconds"
FROM users AS person
JOIN way_steps AS step ON step.user_id = person.id
WHERE person.email_folded = ANY (:emails_folded) AND step.urgency = :urgency
ORDER BY step.after_seconds, step.place
