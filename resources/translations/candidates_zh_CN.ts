<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>metainfer::widgets::CandidateModel</name>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Proposed by</source>
        <translation>提出者</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>数值精度</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>Session options</source>
        <translation>会话选项</translation>
    </message>
    <message>
        <source>Why it won or lost</source>
        <translation>胜出或落选的原因</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>%1, selected</source>
        <translation>%1，已选中</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::CandidatePlots</name>
    <message>
        <source>Dominated</source>
        <translation>被支配</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>Best trade-offs</source>
        <translation>最佳权衡</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始模型</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>已选定</translation>
    </message>
    <message>
        <source>Measured candidates</source>
        <translation>已测量的候选数</translation>
    </message>
    <message>
        <source>Relative to the original</source>
        <translation>相对于原始模型</translation>
    </message>
    <message>
        <source>Best so far</source>
        <translation>目前最佳</translation>
    </message>
    <message>
        <source>Each candidate</source>
        <translation>每个候选</translation>
    </message>
    <message>
        <source>the original</source>
        <translation>原始模型</translation>
    </message>
    <message>
        <source>Hypervolume</source>
        <translation>超体积</translation>
    </message>
    <message>
        <source>Hypervolume of the best trade-offs</source>
        <translation>最佳权衡的超体积</translation>
    </message>
    <message>
        <source>as predicted</source>
        <translation>与预测一致</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>candidate, state</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>quantity, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Without these values, in the table only: %1</source>
        <translation>缺少这些数值、仅列于表中：%1</translation>
    </message>
    <message>
        <source>Mean error %1 %, rank correlation %2, over %3 candidates</source>
        <translation>平均误差 %1 %，秩相关系数 %2，共 %3 个候选</translation>
    </message>
    <message>
        <source>Mean error %1 % over %2 candidates</source>
        <translation>平均误差 %1 %，共 %2 个候选</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::CandidateText</name>
    <message>
        <source>Time against the original</source>
        <translation>相对原始模型的时间</translation>
    </message>
    <message>
        <source>Latency p50</source>
        <translation>p50 延迟</translation>
    </message>
    <message>
        <source>Latency p90</source>
        <translation>p90 延迟</translation>
    </message>
    <message>
        <source>Latency p95</source>
        <translation>p95 延迟</translation>
    </message>
    <message>
        <source>Latency p99</source>
        <translation>p99 延迟</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>Model size</source>
        <translation>模型大小</translation>
    </message>
    <message>
        <source>Accuracy, all samples</source>
        <translation>精度（全部样本）</translation>
    </message>
    <message>
        <source>Accuracy in the search</source>
        <translation>搜索中的精度</translation>
    </message>
    <message>
        <source>%1 on %2 samples</source>
        <comment>source</comment>
        <translation>%1，%2 个样本</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Cold start</source>
        <translation>冷启动</translation>
    </message>
    <message>
        <source>Predicted latency</source>
        <translation>预测延迟</translation>
    </message>
    <message>
        <source>Prediction error</source>
        <translation>预测误差</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>改动数</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>已提出</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>已测量</translation>
    </message>
    <message>
        <source>finalist</source>
        <translation>入围</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>已选定</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>original</source>
        <translation>原始模型</translation>
    </message>
    <message>
        <source>rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>evolution</source>
        <translation>进化</translation>
    </message>
    <message>
        <source>experience</source>
        <translation>经验</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>手工设定</translation>
    </message>
    <message>
        <source>neighbour</source>
        <translation>邻近</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>value, source</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 [%2, %3]</source>
        <comment>value, interval</comment>
        <translation>%1 [%2, %3]</translation>
    </message>
    <message>
        <source>%1 [%2, %3], %4</source>
        <comment>value, interval, source</comment>
        <translation>%1 [%2, %3]，%4</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>quantity, unit</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Adapt: %1</source>
        <translation>采用：%1</translation>
    </message>
    <message>
        <source>Keep the original</source>
        <translation>保留原始模型</translation>
    </message>
    <message>
        <source>No candidate meets the limits</source>
        <translation>没有候选满足限制</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ComparePane</name>
    <message>
        <source>Select two candidates in the table or a plot (Ctrl and click), or one to compare it with the original.</source>
        <translation>在表格或图中选择两个候选（按住 Ctrl 单击），或选择一个与原始模型比较。</translation>
    </message>
    <message>
        <source>The session has no operator profile of %1. Measure it again to get one.</source>
        <translation>会话中没有 %1 的算子剖析。重新测量即可获得。</translation>
    </message>
    <message>
        <source>Two selected candidates, or the current one against the original.</source>
        <translation>比较选中的两个候选，或当前候选与原始模型。</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>by type</source>
        <translation>按类型</translation>
    </message>
    <message>
        <source>by scope</source>
        <translation>按作用域</translation>
    </message>
    <message>
        <source>each</source>
        <translation>逐个</translation>
    </message>
    <message>
        <source>Metrics of both</source>
        <translation>两者的指标</translation>
    </message>
    <message>
        <source>Operators of both</source>
        <translation>两者的算子</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::DecisionPanel</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Weight of %1</source>
        <translation>%1的权重</translation>
    </message>
    <message>
        <source>First, then second objective</source>
        <translation>先第一目标，再第二目标</translation>
    </message>
    <message>
        <source>Weighted total</source>
        <translation>加权总分</translation>
    </message>
    <message>
        <source>All measured candidates</source>
        <translation>全部已测量的候选</translation>
    </message>
    <message>
        <source>Finalists only</source>
        <translation>仅入围者</translation>
    </message>
    <message>
        <source>Choose among</source>
        <translation>选择范围</translation>
    </message>
    <message>
        <source>Choose by</source>
        <translation>选择方式</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一目标</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>第二目标</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Show the choice</source>
        <translation>显示所选</translation>
    </message>
    <message>
        <source>Back to the session&apos;s</source>
        <translation>恢复会话设置</translation>
    </message>
    <message>
        <source>Latency at most</source>
        <translation>延迟不超过</translation>
    </message>
    <message>
        <source>Peak memory at most</source>
        <translation>峰值内存不超过</translation>
    </message>
    <message>
        <source>Accuracy may drop by</source>
        <translation>精度最多下降</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> 毫秒</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source> points</source>
        <translation> 个百分点</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::Explanation</name>
    <message>
        <source>%1: nothing here measures it, so the limit %2 cannot be checked</source>
        <translation>%1：此处无法测量，因此无法检查限制 %2</translation>
    </message>
    <message>
        <source>%1 was not measured, so the limit %2 is not shown to hold</source>
        <translation>%1未测量，因此无法证明满足限制 %2</translation>
    </message>
    <message>
        <source>%1 %2 is above the limit %3</source>
        <translation>%1 %2 高于限制 %3</translation>
    </message>
    <message>
        <source>%1 %2 is below the limit %3</source>
        <translation>%1 %2 低于限制 %3</translation>
    </message>
    <message>
        <source>%1 %2 meets the limit %3, but its interval reaches over it</source>
        <translation>%1 %2 满足限制 %3，但其区间越过了限制</translation>
    </message>
    <message>
        <source>%1 %2 meets the limit %3</source>
        <translation>%1 %2 满足限制 %3</translation>
    </message>
    <message>
        <source>It was proposed but never measured.</source>
        <translation>已提出，但从未测量。</translation>
    </message>
    <message>
        <source>It is not measured yet.</source>
        <translation>尚未测量。</translation>
    </message>
    <message>
        <source>No candidate beats it distinguishably within the limits.</source>
        <translation>在限制之内，没有候选明显优于它。</translation>
    </message>
    <message>
        <source>The reference; another one is better.</source>
        <translation>作为参照；另有更好的候选。</translation>
    </message>
    <message>
        <source>An objective was not measured.</source>
        <translation>有一个目标未测量。</translation>
    </message>
    <message>
        <source>It is not better than the original (%1 of it).</source>
        <translation>不优于原始模型（为其 %1）。</translation>
    </message>
    <message>
        <source>It cannot be told from the original: %1 of it [%2, %3].</source>
        <translation>与原始模型无法区分：为其 %1 [%2, %3]。</translation>
    </message>
    <message>
        <source>It gains only %1, too little for another artefact.</source>
        <translation>仅提升 %1，不值得另外维护一个产物。</translation>
    </message>
    <message>
        <source>It cannot be told from the chosen one in the first objective and is worse in the second (%1 against %2).</source>
        <translation>在第一目标上与选定者无法区分，在第二目标上更差（%1 对 %2）。</translation>
    </message>
    <message>
        <source>It cannot be told from the chosen one, which comes before it.</source>
        <translation>与选定者无法区分，而选定者排在它之前。</translation>
    </message>
    <message>
        <source>It cannot be told from the chosen one, which changes no more than it.</source>
        <translation>与选定者无法区分，而选定者的改动不比它多。</translation>
    </message>
    <message>
        <source>It is as good as the chosen one in every objective, which comes before it.</source>
        <translation>在每个目标上与选定者一样好，但选定者排在它之前。</translation>
    </message>
    <message>
        <source>All percentiles are one number: the model of the device gives the same time for every request.</source>
        <translation>所有百分位数都是同一个数值：设备模型对每个请求给出相同的时间。</translation>
    </message>
    <message>
        <source>Others cannot be told from it; of these it changes least.</source>
        <translation>其他候选与它无法区分；其中它的改动最少。</translation>
    </message>
    <message>
        <source>Others are as good in every objective; it comes first.</source>
        <translation>其他候选在每个目标上同样好；它排在最前。</translation>
    </message>
    <message>
        <source>%1 (the original&apos;s %2 less %3 points)</source>
        <translation>%1（原始模型的 %2 减去 %3 个百分点）</translation>
    </message>
    <message>
        <source>Accuracy on the search&apos;s %1 samples:</source>
        <translation>搜索所用 %1 个样本上的精度：</translation>
    </message>
    <message>
        <source>Accuracy on the search&apos;s samples:</source>
        <translation>搜索所用样本上的精度：</translation>
    </message>
    <message>
        <source>Accuracy on all %1 validation samples:</source>
        <translation>全部 %1 个验证样本上的精度：</translation>
    </message>
    <message>
        <source>Accuracy on all validation samples:</source>
        <translation>全部验证样本上的精度：</translation>
    </message>
    <message>
        <source>It scores %1, the chosen one %2.</source>
        <translation>得分 %1，选定者为 %2。</translation>
    </message>
    <message>
        <source>%1 Another one is better in every objective.</source>
        <translation>%1另有候选在每个目标上都更好。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>accuracy, metric</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>所做改动</translation>
    </message>
    <message>
        <source>Proposed by</source>
        <translation>提出者</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>来源于</translation>
    </message>
    <message>
        <source>Fixed dimensions</source>
        <translation>固定的维度</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>数值精度</translation>
    </message>
    <message>
        <source>Session options</source>
        <translation>会话选项</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Clock of the ratio</source>
        <translation>比值所用时钟</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>No candidate meets these limits.</source>
        <translation>没有候选满足这些限制。</translation>
    </message>
    <message>
        <source>The choice is %1.</source>
        <translation>选择为 %1。</translation>
    </message>
    <message>
        <source>The choice stays %1.</source>
        <translation>选择仍为 %1。</translation>
    </message>
    <message>
        <source>The choice moves from %1 to %2.</source>
        <translation>选择由 %1 变为 %2。</translation>
    </message>
    <message>
        <source>No candidate meets %1.</source>
        <translation>没有候选满足 %1。</translation>
    </message>
    <message>
        <source>These limits conflict: %1.</source>
        <translation>以下限制相互冲突：%1。</translation>
    </message>
    <message>
        <source>Nearest: %1, %2 beyond its limit.</source>
        <translation>最接近者：%1，超出限制 %2。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>candidate, why it lost</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>It is chosen: %1 of the original&apos;s value [%2, %3].</source>
        <translation>已选定：为原始模型数值的 %1 [%2, %3]。</translation>
    </message>
    <message>
        <source>It scored %1 in the search&apos;s short run, but was not among the finalists.</source>
        <translation>在搜索的短测中得分 %1，但未入围。</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::MetricComparisonModel</name>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>ratio of two candidates</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::OperatorComparisonModel</name>
    <message>
        <source>%1 operators against %2</source>
        <translation>%1 个算子对 %2 个算子</translation>
    </message>
    <message>
        <source>(no scope)</source>
        <translation>（无作用域）</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ParallelView</name>
    <message>
        <source>%1: %2</source>
        <comment>quantity, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Clear &amp;brushes and zoom</source>
        <translation>清除刷选与缩放(&amp;B)</translation>
    </message>
    <message>
        <source>Copy as &amp;picture</source>
        <translation>复制为图片(&amp;P)</translation>
    </message>
    <message>
        <source>Copy the &amp;data</source>
        <translation>复制数据(&amp;D)</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::PlotView</name>
    <message>
        <source>%1%2 [%3, %4]</source>
        <translation>%1%2 [%3, %4]</translation>
    </message>
    <message>
        <source>Save the plot</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>&amp;Reset zoom</source>
        <translation>重置缩放(&amp;R)</translation>
    </message>
    <message>
        <source>Copy as &amp;picture</source>
        <translation>复制为图片(&amp;P)</translation>
    </message>
    <message>
        <source>Copy the &amp;data</source>
        <translation>复制数据(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Save as picture…</source>
        <translation>另存为图片(&amp;S)…</translation>
    </message>
    <message>
        <source>series</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>%1, low</source>
        <translation>%1，下限</translation>
    </message>
    <message>
        <source>%1, high</source>
        <translation>%1，上限</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ScatterPane</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Trade-offs of the candidates</source>
        <translation>候选的权衡</translation>
    </message>
    <message>
        <source>Across</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>纵轴</translation>
    </message>
    <message>
        <source>Third</source>
        <translation>第三项</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Logarithmic axis across</source>
        <translation>横轴取对数</translation>
    </message>
    <message>
        <source>Logarithmic axis up</source>
        <translation>纵轴取对数</translation>
    </message>
    <message>
        <source>intervals</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>as colour</source>
        <translation>以颜色表示</translation>
    </message>
    <message>
        <source>as size</source>
        <translation>以大小表示</translation>
    </message>
    <message>
        <source>How the third value is shown</source>
        <translation>第三项的表示方式</translation>
    </message>
    <message>
        <source>Nothing is measured yet. Points appear as soon as the first candidates are.</source>
        <translation>尚未测量。首批候选测量后，数据点即会出现。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::CandidatesPlace</name>
    <message>
        <source>Candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>What was tried, what won and why</source>
        <translation>尝试了什么、谁胜出、为什么</translation>
    </message>
    <message>
        <source>Folder for the model and its mapping</source>
        <translation>模型及其映射的存放文件夹</translation>
    </message>
    <message>
        <source>No session is open</source>
        <translation>没有打开的会话</translation>
    </message>
    <message>
        <source>Open a session folder or start a migration: each candidate it tries appears here.</source>
        <translation>打开会话文件夹或开始一次迁移：尝试过的每个候选都会显示在这里。</translation>
    </message>
    <message>
        <source>Start a migration</source>
        <translation>开始迁移</translation>
    </message>
    <message>
        <source>Reading the session…</source>
        <translation>正在读取会话…</translation>
    </message>
    <message>
        <source>No candidate yet</source>
        <translation>还没有候选</translation>
    </message>
    <message>
        <source>The session has not proposed one so far. They appear as soon as the search starts.</source>
        <translation>会话尚未提出候选。搜索开始后即会出现。</translation>
    </message>
    <message>
        <source>Show the session</source>
        <translation>显示会话</translation>
    </message>
    <message>
        <source>Nothing is decided yet</source>
        <translation>尚未作出决定</translation>
    </message>
    <message>
        <source>The choice is shown as soon as the original and a first candidate are measured.</source>
        <translation>原始模型和第一个候选测量后即显示选择。</translation>
    </message>
    <message>
        <source>The session&apos;s own choice. Move a weight or a limit to see where the choice would go.</source>
        <translation>这是会话自身的选择。移动权重或限制，即可查看选择如何变化。</translation>
    </message>
    <message>
        <source>Choose a candidate in the table or in a plot.</source>
        <translation>请在表格或图中选择一个候选。</translation>
    </message>
    <message>
        <source>Trade-offs</source>
        <translation>权衡</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进展</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Weights and limits</source>
        <translation>权重与限制</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Filter candidates by words</source>
        <translation>按词筛选候选</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>已测量</translation>
    </message>
    <message>
        <source>Best trade-offs</source>
        <translation>最佳权衡</translation>
    </message>
    <message>
        <source>Finalists</source>
        <translation>入围者</translation>
    </message>
    <message>
        <source>Failed or not allowed</source>
        <translation>失败或不允许</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>已选中</translation>
    </message>
    <message>
        <source>Which candidates are shown</source>
        <translation>显示哪些候选</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>重新测量</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Select the best trade-offs</source>
        <translation>选中最佳权衡</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>清除选择</translation>
    </message>
    <message>
        <source>&amp;Note, kept with the session</source>
        <translation>备注，随会话保存(&amp;N)</translation>
    </message>
    <message>
        <source>What should be remembered about this candidate?</source>
        <translation>关于这个候选，需要记住什么？</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>复制行(&amp;C)</translation>
    </message>
    <message>
        <source>About the candidate</source>
        <translation>候选详情</translation>
    </message>
    <message>
        <source>Nothing is measured yet.</source>
        <translation>尚未测量。</translation>
    </message>
    <message>
        <source>The curve starts with the first measured candidate.</source>
        <translation>曲线从第一个测量的候选开始。</translation>
    </message>
    <message>
        <source>No candidate has both a predicted and a measured latency.</source>
        <translation>没有候选同时具有预测延迟和实测延迟。</translation>
    </message>
    <message>
        <source>Best so far</source>
        <translation>目前最佳</translation>
    </message>
    <message>
        <source>Hypervolume</source>
        <translation>超体积</translation>
    </message>
    <message>
        <source>Predicted against measured latency</source>
        <translation>预测延迟与实测延迟对比</translation>
    </message>
    <message>
        <source>%1 of %2 candidates, %3 selected</source>
        <translation>%1 / %2 个候选，已选 %3 个</translation>
    </message>
    <message>
        <source>%1 of %2 candidates</source>
        <translation>%1 / %2 个候选</translation>
    </message>
    <message>
        <source>Show graph</source>
        <translation>查看图</translation>
    </message>
    <message>
        <source>Filter by words…</source>
        <translation>按关键词筛选…</translation>
    </message>
    <message>
        <source>Name, rewrite, precision, options, reason</source>
        <translation>名称、改写、数值精度、选项、原因</translation>
    </message>
    <message>
        <source>What can be done with candidates</source>
        <translation>对候选的操作</translation>
    </message>
    <message>
        <source>The session cannot be read</source>
        <translation>无法读取该会话</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::CandidatesPresenter</name>
    <message>
        <source>Exporting %1</source>
        <translation>正在导出 %1</translation>
    </message>
    <message>
        <source>Measuring %1 again</source>
        <translation>正在重新测量 %1</translation>
    </message>
    <message>
        <source>Measured again: %1 of the original&apos;s time [%2, %3], %4, %5.</source>
        <translation>重新测量：为原始模型时间的 %1 [%2, %3]，%4，%5。</translation>
    </message>
    <message>
        <source>%1 was written to %2. The same on the command line: metainfer candidate export %3 %1 -o %2</source>
        <translation>%1 已写入 %2。等效的命令行：metainfer candidate export %3 %1 -o %2</translation>
    </message>
    <message>
        <source>Building %1</source>
        <translation>正在构建 %1</translation>
    </message>
    <message>
        <source>%1 was measured again. The same on the command line: metainfer candidate measure %2 %1</source>
        <translation>%1 已重新测量。等效的命令行：metainfer candidate measure %2 %1</translation>
    </message>
</context>
</TS>
