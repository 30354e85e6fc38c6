-- An answer with a secret in it is given out again once. None where somebody was faster.
UPDATE kept_answers SET answer = NULL, spent = true
WHERE attempt = :attempt AND answer IS NOT NULL
RETURNING key
