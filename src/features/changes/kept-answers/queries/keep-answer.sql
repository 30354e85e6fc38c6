-- None where another attempt has taken its place.
UPDATE kept_answers SET answer = :answer
WHERE attempt = :attempt AND NOT spent
RETURNING key
