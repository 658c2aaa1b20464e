\\ Zeckendorf quantities in PARI/GP: the greedy numeral, a number after another.
\\ A request is a call, request(work, source, where, count, sum), on standard input; it is
\\ answered by a line of JSON, the seconds that the work took.

\\ A wrong sum ends it.
default(recover, 0);

places = vector(92, i, fibonacci(i + 1));

weight(work, i) =
{
  if (work == "terms", 1,
  if (work == "numeral", 2^(i - 1), places[i + 2] - i - 2));
}

top(n) = my(i = 0); while (places[i + 1] <= n, i++); i;

value(n, top, weights) =
{
  my(sum = 0);
  forstep (i = top, 1, -1,
    if (places[i] <= n, n -= places[i]; sum += weights[i]));
  sum;
}

listed = [];

request(work, source, where, count, expected) =
{
  my(largest, weights, started, values, seconds, index);
  if (source == "list" && #listed < count, listed = readvec(where)[1 .. count]);
  largest = if (source == "list", vecmax(listed), where + count - 1);
  started = getwalltime();
  index = top(largest);
  weights = vector(index, i, weight(work, i));
  values = if (source == "list",
    [value(n, index, weights) | n <- listed[1 .. count]],
    vector(count, j, value(where + j - 1, index, weights)));
  seconds = (getwalltime() - started) / 1000.;
  if (vecsum(values) != expected, error(Str(work, " ", source, ": ", vecsum(values))));
  printf("{\"seconds\": %.3f}\n", seconds);
}
